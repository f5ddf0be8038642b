/** Returns the gallery's URL, optionally with a dialog or a message shown. */
export const galleryPath = (shows?: string): string => (shows ? `/gallery?shows=${shows}` : "/gallery");
