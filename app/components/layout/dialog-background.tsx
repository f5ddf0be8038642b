/**
 * The background of a dialog whose page is another route: only its title. The page itself loads when the dialog
 * closes.
 */
export function DialogBackground({ title }: { title: string }) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
    </div>
  );
}
