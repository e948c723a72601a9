import { english, type Language } from '../../../src/vscode/text/words.ts';

/** A language by what its bundle has for the messages of the code, as VS Code reads it: what it lacks is English. */
export function languageOf(tag: string, bundle: Readonly<Record<string, string>>): Language {
  return {
    tag,
    translate: ({ message, args, comment }) => {
      const translation = bundle[comment === undefined ? message : `${message}/${comment}`];
      return english.translate({ message: translation ?? message, args });
    },
  };
}
