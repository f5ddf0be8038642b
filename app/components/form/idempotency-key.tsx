import { useActionData, useLocation } from "@remix-run/react";

/** Keys of the places of this document's history, so that Back leads to the form that was sent and not to another of its kind. */
const ofPlaces = new Map<string, string>();

function keyOfPlace(place: string, given: string): string {
  if (typeof document === "undefined") return given;
  const known = ofPlaces.get(place) ?? given;
  ofPlaces.set(place, known);
  return known;
}

/**
 * A key made by the loader: however often this page is sent, what it asks for is done once. A form that was answered goes on with the
 * key of its answer, and one that was come back to with its own.
 */
export function IdempotencyKey({ value }: { value: string }) {
  const answered = useActionData<{ idempotencyKey?: string }>()?.idempotencyKey;
  const { key } = useLocation();
  return <input type="hidden" name="idempotencyKey" value={keyOfPlace(key, answered ?? value)} />;
}
