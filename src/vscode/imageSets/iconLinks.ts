import * as vscode from 'vscode';
import type { SiteIcons } from '../../references/snippets.ts';
import { copyText } from '../ui/clipboard.ts';
import { pathFromHere } from '../references/pictures.ts';

/** Copies the elements of HTML that name the icons of each site, whose files have these URIs, as the open text refers to them. */
export async function copyIconLinks(sites: readonly SiteIcons[]): Promise<void> {
  const { iconLinks } = await import('../../references/index.ts');
  const links = await Promise.all(
    sites.map(async ({ ico, svg, appleTouch, manifest }) =>
      iconLinks({
        ico: await pathTo(ico),
        svg: svg && (await pathTo(svg)),
        appleTouch: appleTouch && (await pathTo(appleTouch)),
        manifest: manifest && (await pathTo(manifest)),
      }),
    ),
  );
  await copyText(links.join('\n\n'));
}

async function pathTo(uri: string): Promise<string> {
  return pathFromHere(vscode.Uri.parse(uri));
}
