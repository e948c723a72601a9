import * as vscode from 'vscode';
import type { Job, OutputTemplates, Problem } from '../../jobs/core/job.ts';
import { problemOf } from '../../jobs/core/problem.ts';
import { baseName, folderOf, inFolder, fileKey } from '../../jobs/core/fileUri.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { splitName, foldedName, numberedName } from '../../contract/safeFileName.ts';
import type { SiteIcons } from '../../references/snippets.ts';
import { outputsBySource } from '../batch/batchSummary.ts';
import type { BatchFollower } from '../batch/runBatch.ts';
import { pathFromHere, sizeOfFile } from './pictures.ts';
import type { IconSetId } from '../../planning/work.ts';
import { problemText } from '../text/problems.ts';
import { say, sentences, type SafeText } from '../text/safeText.ts';
import { copyText } from '../ui/environment.ts';
import {
  webManifest,
  companionFailedText,
  companionsText,
  iconFoldersText,
  iconsNotEnlargedText,
  folderWithin,
  type IconFile,
  iconsOf,
  iconsWithin,
} from './imageSets.ts';
import { outputFolder, templateValues } from '../../jobs/placement/template.ts';
import type { PlannedFile, RefusedFile, WorkPlan } from '../../planning/workPlan.ts';
import { chooseOutput, type Numbering, type OutputChoice } from '../request/outputChoice.ts';
import { currentSettings } from '../settings.ts';

/**
 * Adds the other files that a set of icons needs. A site gets them once all icons of its picture exist, even if some
 * had to be retried.
 */
export function followIcons(jobs: Jobs, imageSet: IconSetId, sets: readonly PlannedIcons[]): BatchFollower {
  const sites = new Map<string, PlacedSite>();
  const siteOf = async (set: PlannedIcons, batch: string, folder: string): Promise<PlacedSite> => {
    const { uri } = set.file;
    const placed = sites.get(uri) ?? (await placeSiteFiles(jobs, set, batch, folder));
    sites.set(uri, placed);
    return placed;
  };
  return {
    title: say('Creating icons'),
    started: async () => {},
    settled: async (settled) => {
      const whole = wholeSets(jobs, settled, sets);
      const placed: PlacedSite[] = [];
      if (imageSet === 'favicon') {
        for (const { set, batch, folder } of whole) placed.push(await siteOf(set, batch, folder));
      }
      const small = sets.flatMap(({ file, isSmall }) => (isSmall ? file.uri : []));
      const remark = sentences([
        iconFoldersText(whole.map(({ folder }) => folder)),
        companionsText(
          placed.flatMap(({ icons: { svg, manifest } }) => [svg, manifest].flatMap((uri) => uri ?? [])),
        ),
        iconsNotEnlargedText(small),
        ...placed.flatMap(({ faults }) => faults),
      ]);
      const icons = placed.map((site) => site.icons);
      if (icons.length === 0) return { remark };
      return {
        remark,
        step: { kind: 'followUp', title: say('Copy Links'), run: async () => copyIconLinks(icons) },
      };
    },
  };
}

interface WholeSet {
  readonly set: PlannedIcons;
  readonly batch: string;
  /** URI of the set's folder. */
  readonly folder: string;
}

/** The sets whose icons all exist. */
function wholeSets(jobs: Jobs, settled: readonly Job[], sets: readonly PlannedIcons[]): WholeSet[] {
  const [first] = settled;
  if (first === undefined) return [];
  const { batch } = first;
  const made = outputsBySource(jobs.all().filter((job) => job.batch === batch));
  const outputs = new Map(made.map((each) => [each.source, each.outputs]));
  return sets.flatMap((set) => {
    const [icon, ...others] = outputs.get(set.file.uri) ?? [];
    const isWhole = icon !== undefined && others.length + 1 === set.icons.length;
    return isWhole ? { set, batch, folder: folderOf(icon) } : [];
  });
}

/** Copies HTML that links to the icons of each site. Paths are relative to the text in the active editor. */
async function copyIconLinks(sites: readonly SiteIcons[]): Promise<void> {
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

/** The files of a site that have been saved. */
interface PlacedSite {
  readonly icons: SiteIcons;
  /** The reasons why other files couldn't be saved. */
  readonly faults: readonly SafeText[];
}

/** Adds two files to the folder with a site's icons: the manifest that lists them, and the original if it is an SVG. */
async function placeSiteFiles(
  jobs: Jobs,
  { file, icons }: PlannedIcons,
  batch: string,
  folder: string,
): Promise<PlacedSite> {
  const faults: SafeText[] = [];
  const place = async (name: string, content: () => Promise<Uint8Array>): Promise<string | undefined> => {
    const uri = inFolder(folder, name);
    try {
      await jobs.placeBeside(batch, uri, await content());
      return uri;
    } catch (error) {
      faults.push(companionFailedText(uri, problemText(problemOf(error))));
      return undefined;
    }
  };
  const { stem } = splitName(baseName(file.uri));
  const isNamed = icons.some(({ purpose }) => purpose !== undefined);
  const hasAppleTouch = icons.some(({ name }) => name === 'apple-touch-icon');
  return {
    icons: {
      ico: inFolder(folder, 'favicon.ico'),
      svg: file.format === 'svg' ? await place('icon.svg', async () => bytesOf(file.uri)) : undefined,
      appleTouch: hasAppleTouch ? inFolder(folder, 'apple-touch-icon.png') : undefined,
      manifest: isNamed
        ? await place('site.webmanifest', async () => new TextEncoder().encode(webManifest(stem, icons)))
        : undefined,
    },
    faults,
  };
}

async function bytesOf(uri: string): Promise<Uint8Array> {
  return vscode.workspace.fs.readFile(vscode.Uri.parse(uri));
}

/** The icons to make from one picture. */
interface PlannedIcons {
  readonly file: PlannedFile;
  readonly icons: readonly IconFile[];
  readonly output: OutputTemplates;
  /** True if the picture is too small for some of the icons. */
  readonly isSmall: boolean;
}

/** The icons to make from all pictures. */
interface IconLayout {
  readonly sets: readonly PlannedIcons[];
  /** Pictures whose output folder can't be used. */
  readonly refused: readonly RefusedFile[];
  /** The reasons why output settings of the workspace are ignored. */
  readonly ignored: readonly Problem[];
}

/** Determines the icons for each picture, and their folders. */
export async function layOutIcons({ planned }: WorkPlan, imageSet: IconSetId): Promise<IconLayout> {
  const all = iconsOf[imageSet];
  const sets: PlannedIcons[] = [];
  const refused: RefusedFile[] = [];
  const ignored: Problem[] = [];
  const taken = new Set<string>();
  for (const [index, file] of planned.entries()) {
    const { uri, service } = file;
    const numbering = { number: index + 1, count: planned.length };
    const folder = await freeIconFolder(uri, imageSet, numbering, taken);
    ignored.push(...folder.ignored);
    if (folder.fault !== undefined) refused.push({ uri, service, problem: folder.fault });
    else if (folder.templates !== undefined) {
      const icons = iconsWithin(all, await longerSide(file));
      const isSmall = sidesOf(icons).length < sidesOf(all).length;
      sets.push({ file, icons, output: folder.templates, isSmall });
    }
  }
  return { sets, refused, ignored };
}

function sidesOf(icons: readonly IconFile[]): readonly number[] {
  return icons.flatMap(({ sides }) => sides);
}

/**
 * The longer side of a picture, in pixels. Drawings have no limit, because they are sharp in any size. If the size is
 * unknown, the picture counts as large.
 */
async function longerSide({ uri, format }: PlannedFile): Promise<number> {
  const size = format === 'svg' ? undefined : await sizeOfFile(vscode.Uri.parse(uri));
  return size === undefined ? Infinity : Math.max(size.width, size.height);
}

const names: Readonly<Record<IconSetId, string>> = {
  favicon: '${name}-favicon',
  appIcons: '${name}-icons',
};

/**
 * A new folder for a set of icons, inside the folder that the settings determine.
 * @param taken folders of other sets in the batch; this function adds the new one
 */
async function freeIconFolder(
  uri: string,
  imageSet: IconSetId,
  numbering: Numbering,
  taken: Set<string>,
): Promise<OutputChoice> {
  const resource = vscode.Uri.parse(uri);
  const workspace = vscode.workspace.getWorkspaceFolder(resource)?.uri.toString();
  for (let number = 0; ; number += 1) {
    const name = numberedName(names[imageSet], number);
    const requests = folderWithin(name, currentSettings.outputRequests(resource));
    const choice = chooseOutput(uri, workspace, requests, numbering);
    const { templates, fault } = choice;
    if (templates === undefined || fault !== undefined) return choice;
    const values = templateValues(uri, templates, { extension: '', size: undefined });
    const folder = outputFolder(uri, templates, values);
    const key = foldedName(fileKey(folder));
    if (taken.has(key) || (await isThere(vscode.Uri.parse(folder)))) continue;
    taken.add(key);
    return choice;
  }
}

/** True if the folder exists. If it can't be accessed, it counts as new, since the jobs will report the problem. */
async function isThere(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}
