import { pathToFileURL } from 'node:url';
import { item, property, replacement } from './registry.ts';

const providers = 'ucb.Configuration/ContentProviders/Local/SecondaryKeys';

/** URL schemes that LibreOffice handles without leaving the program, with their handlers. */
const inside = {
  private: '',
  'vnd.sun.star.hier': 'com.sun.star.ucb.HierarchyContentProvider',
  'vnd.sun.star.tdoc': 'com.sun.star.ucb.TransientDocumentsContentProvider',
  'vnd.libreoffice.image': 'com.sun.star.ucb.ImageContentProvider',
};

/**
 * Returns a registry item that lets LibreOffice open only these files, and these folders with their content. No other
 * setting restricts the code that loads backgrounds and bullets.
 *
 * LibreOffice compares a URL as the document spells it, before it resolves `%2e%2e/` and the like, and its patterns
 * can't exclude anything. A file is therefore named by its complete path, since nothing is below it, and a folder needs
 * a name that can't be guessed. Schemes that expand to another URL are disabled for the same reason. For example,
 * `vnd.sun.star.expand:$UserInstallation/..` would refer to such a folder without its name.
 */
export function fileAccessItem(paths: readonly string[]): string {
  const opened = [
    ...paths.map((path) => [`"${addressOf(path)}"([/?#].*)?`, 'com.sun.star.ucb.FileContentProvider']),
    ...Object.entries(inside),
  ];
  const all = opened.map(([addresses = '', service = ''], index) => {
    const content = [
      property('ServiceName', service),
      property('URLTemplate', addresses),
      property('Arguments', ''),
    ];
    return replacement(`Provider${index}`, content.join(''));
  });
  return item(providers, replacement('Office', `<node oor:name="ProviderData">${all.join('')}</node>`));
}

/** Returns a file's URL as LibreOffice spells it: the tilde in Windows's short names isn't escaped. */
export function addressOf(path: string): string {
  return pathToFileURL(path).href.replaceAll('%7E', '~');
}
