import { english, type Language } from '../../src/vscode/text/safeText.ts';

/** A language with the messages of its bundle, as VS Code reads it; missing messages are English. */
export function languageOf(tag: string, bundle: Readonly<Record<string, string>>): Language {
  return {
    tag,
    translate: ({ message, args, comment }) => {
      const translation = bundle[comment === undefined ? message : `${message}/${comment}`];
      return english.translate({ message: translation ?? message, args });
    },
  };
}
