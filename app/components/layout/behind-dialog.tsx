/** What stands under a dialog whose page is another route: its title alone. The page itself comes when the dialog closes. */
export function BehindDialog({ title }: { title: string }) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
    </div>
  );
}
