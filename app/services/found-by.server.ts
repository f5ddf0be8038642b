import { ApiError } from "./api-errors.server";

/** Returns what a search finds; null if the API rejects what was typed, such as a text with control characters. */
export async function foundBy<T>(search: Promise<T>): Promise<T | null> {
  try {
    return await search;
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 422)) return null;
    throw error;
  }
}
