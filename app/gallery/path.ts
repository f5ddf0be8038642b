/** The gallery's address, and what it shows besides: a dialog, a message. */
export const galleryPath = (shows?: string): string => (shows ? `/gallery?shows=${shows}` : "/gallery");
