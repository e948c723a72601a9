import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Has VS Code's server take a language for installed, so that `--locale` chooses it: extensions are in that language then,
 * and VS Code itself, whose own words are in a package that nobody can count on here, stays English.
 */
export async function installLanguage(language: string, userDataDir: string): Promise<void> {
  const folder = path.join(userDataDir, 'language');
  const ownWords = path.join(folder, 'main.i18n.json');
  await mkdir(folder);
  await writeFile(ownWords, JSON.stringify({ contents: {} }));
  // Without an extension that brings the language, the server fails to list any extension at all.
  const extensions = [{ extensionIdentifier: { id: `test.${language}` }, version: '1.0.0' }];
  const packs = { [language]: { hash: language, extensions, translations: { vscode: ownWords } } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify(packs));
}
