import { useOwnText } from "#app/components/text";
import en from "#locales/en/fields.json";
import ru from "#locales/ru/fields.json";

const texts = { en, ru };

/** What fields say of themselves on whatever page they stand. */
export const useFieldText = () => useOwnText("fields", texts);
