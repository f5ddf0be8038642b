/** A key made by the loader: however often this page is sent, what it asks for is done once. */
export function IdempotencyKey({ value }: { value: string }) {
  return <input type="hidden" name="idempotencyKey" value={value} />;
}
