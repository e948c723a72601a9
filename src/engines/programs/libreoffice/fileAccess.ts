import { pathToFileURL } from 'node:url';
import { item, property, replacement } from './registry.ts';

const providers = 'ucb.Configuration/ContentProviders/Local/SecondaryKeys';

/** Handlers of URL schemes that only refer to LibreOffice itself. */
const inside = {
  private: '',
  'vnd.sun.star.hier': 'com.sun.star.ucb.HierarchyContentProvider',
  'vnd.sun.star.tdoc': 'com.sun.star.ucb.TransientDocumentsContentProvider',
  'vnd.libreoffice.image': 'com.sun.star.ucb.ImageContentProvider',
};

/**
 * A registry item that lets LibreOffice open only these files, and these folders with their content. The code that
 * loads backgrounds and bullets checks no other setting.
 *
 * LibreOffice compares a URL as the document spells it, before it resolves `%2e%2e/` and the like, and its patterns
 * have no exclusions. So a file is named completely, as nothing is below it, and a folder needs an unguessable name.
 * For the same reason, schemes that expand a URL into another are disabled, such as
 * `vnd.sun.star.expand:$UserInstallation/..`, which refers to such a folder without knowing its name.
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

/** A file's URL as LibreOffice spells it, with an unescaped tilde in Windows's short names. */
export function addressOf(path: string): string {
  return pathToFileURL(path).href.replaceAll('%7E', '~');
}
