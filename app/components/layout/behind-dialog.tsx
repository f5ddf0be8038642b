/**
 * What stands under a dialog that a document began with: the page's title alone, so that what was asked for is there first.
 * The page itself comes when the dialog closes.
 */
export function BehindDialog({ title }: { title: string }) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
    </div>
  );
}
