const bodies = new WeakMap<Response, Uint8Array>();

/** An answer whose body is there as a whole: whoever sends it need not read it out of a stream again. */
export function wholeAnswer(body: BodyInit & Uint8Array, init: ResponseInit): Response {
  const answer = new Response(body, init);
  bodies.set(answer, body);
  return answer;
}

/** The body of an answer that was made by `wholeAnswer`. */
export const wholeBodyOf = (answer: Response): Uint8Array | undefined => bodies.get(answer);
