import { formatPhrases } from '../../contract/formats/formatPhrases.ts';
import { optionPhrases } from '../../contract/optionPhrases.ts';
import { foreign, say, type Words } from './words.ts';

type Phrase = (typeof formatPhrases)[number] | (typeof optionPhrases)[number];

const phrases: ReadonlySet<string> = new Set([...formatPhrases, ...optionPhrases]);

/** English that data carries, in the person's language where it is ours; any other is shown as it is. */
export function phraseText(text: string): Words {
  return isPhrase(text) ? say(text) : foreign(text);
}

function isPhrase(text: string): text is Phrase {
  return phrases.has(text);
}
