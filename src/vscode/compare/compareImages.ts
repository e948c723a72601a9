import type { Jobs } from '../../jobs/jobs.ts';
import { urisOf } from '../files/commandFiles.ts';
import { formatOfFile } from '../files/fileFormat.ts';
import { isImage, pairOfFiles, pairOfJob } from '../jobsView/imagePairs.ts';
import type { PictureTabs } from './pictureTabs.ts';
import { say } from '../text/safeText.ts';
import type { JobsTree } from '../jobsView/jobsTree.ts';
import { openFiles } from '../ui/fileDialogs.ts';
import { showError } from '../ui/messages.ts';
import type { RowCommand } from '../jobsView/jobCommands.ts';

/** Implements **Compare with Source**: shows the images that jobs made, each beside its source. */
export function compareWithSource(jobs: Jobs, tree: JobsTree, tabs: PictureTabs): RowCommand {
  return async (clicked, selected) => {
    const pairs = tree
      .jobsOf(clicked, selected)
      .flatMap((job) => pairOfJob(job, jobs.backupOf(job.id)) ?? []);
    await tabs.compare(pairs);
  };
}

/** Implements **Compare Images**: shows two images that the user selected, or is asked for. */
export function compareImages(tabs: PictureTabs): RowCommand {
  return async (clicked, selected) => {
    const given = await urisOf(clicked, selected);
    const files = given.length === 0 ? await openFiles(say('Compare Images')) : given;
    if (files.length === 0) return;
    const formats = await Promise.all(files.map(async (file) => formatOfFile(file, { thorough: false })));
    const [before, after, ...others] = files.filter(({ path }, index) => isImage(path, formats[index]));
    if (before === undefined || after === undefined || files.length > 2 || others.length > 0) {
      void showError(say('Select two images to compare them.'));
      return;
    }
    await tabs.compare([pairOfFiles(before.toString(), after.toString())]);
  };
}
