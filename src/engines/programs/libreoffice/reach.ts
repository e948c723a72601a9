import { pathToFileURL } from 'node:url';
import { item, property, replacement } from './registry.ts';

const providers = 'ucb.Configuration/ContentProviders/Local/SecondaryKeys';

/** What opens addresses that lead to nothing but LibreOffice itself, by their schemes. */
const inside = {
  private: '',
  'vnd.sun.star.hier': 'com.sun.star.ucb.HierarchyContentProvider',
  'vnd.sun.star.tdoc': 'com.sun.star.ucb.TransientDocumentsContentProvider',
  'vnd.libreoffice.image': 'com.sun.star.ucb.ImageContentProvider',
};

/**
 * An item that leaves LibreOffice nothing to open but these files, and these folders with what is in them. The parts that
 * load backgrounds and bullets ask no other setting.
 *
 * LibreOffice compares an address as the document spells it, before `%2e%2e/` and its like are taken for the folder
 * above, and its patterns can't leave anything out. So a file is named whole, as nothing lies above a file, and a folder
 * must have a name that no document can know. For the same reason nothing is left that makes an address out of another,
 * such as `vnd.sun.star.expand:$UserInstallation/..`, which names such a folder without knowing it.
 */
export function onlyReach(paths: readonly string[]): string {
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

/** The address of a file as LibreOffice spells it, which leaves the tilde of short names on Windows as it is. */
export function addressOf(path: string): string {
  return pathToFileURL(path).href.replaceAll('%7E', '~');
}
