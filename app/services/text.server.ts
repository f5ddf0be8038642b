import type { Namespace } from "#locales/texts";
import type { Translate } from "#locales/translate";
import { translate } from "#locales/translate";
import { languageOf, textsIn } from "./locale.server";

/** The words of a namespace for what an action says itself, such as a toast. */
export async function textFor<N extends Namespace>(request: Request, namespace: N): Promise<Translate<N>> {
  const language = await languageOf(request);
  return (key, values) => translate(textsIn(language, namespace), language, key, values);
}
