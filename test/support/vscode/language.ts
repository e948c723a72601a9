import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Registers a language as installed in VS Code's server, so that `--locale` selects it. Extensions then use that
 * language, while VS Code itself stays English, because its language packs may not be available here.
 */
export async function installLanguage(language: string, userDataDir: string): Promise<void> {
  const folder = path.join(userDataDir, 'language');
  const ownWords = path.join(folder, 'main.i18n.json');
  await mkdir(folder);
  await writeFile(ownWords, JSON.stringify({ contents: {} }));
  // Without an extension that provides the language, the server lists no extensions at all.
  const extensions = [{ extensionIdentifier: { id: `test.${language}` }, version: '1.0.0' }];
  const packs = { [language]: { hash: language, extensions, translations: { vscode: ownWords } } };
  await writeFile(path.join(userDataDir, 'languagepacks.json'), JSON.stringify(packs));
}
