import { type PlanCost, type WorkPlan, type PlannedFile, uploadsOf } from '../../planning/workPlan.ts';
import { earlierText } from '../text/batches.ts';
import { creditsText, balanceText } from '../text/credits.ts';
import { alreadyText, formatName, fileName, filesText } from '../text/names.ts';
import { joined, say, sayCount, type SafeText, untrusted, sentences } from '../text/safeText.ts';
import type { Balance } from '../../credits/wallet.ts';
import { affordable, withUploads } from '../../planning/uploads.ts';
import type { OnCollision } from '../../jobs/core/job.ts';
import type { Choice } from '../ui/picks.ts';

/** Batches with more files are confirmed first. */
const askAbove = 50;

export function needsConfirmation({ planned }: WorkPlan): boolean {
  return planned.length > askAbove;
}

/** The question before a large batch. States the total number of files if some are left out. */
export function batchQuestion({ planned, refused, work: { targetFormat } }: WorkPlan): SafeText {
  const all = planned.length + refused.length;
  if (refused.length > 0) {
    return targetFormat === undefined
      ? sayCount(
          all,
          { one: 'Compress {1} of {0} file?', other: 'Compress {1} of {0} files?' },
          planned.length,
        )
      : sayCount(
          all,
          { one: 'Convert {1} of {0} file to {2}?', other: 'Convert {1} of {0} files to {2}?' },
          planned.length,
          formatName(targetFormat),
        );
  }
  return targetFormat === undefined
    ? sayCount(planned.length, { one: 'Compress {0} file?', other: 'Compress {0} files?' })
    : sayCount(
        planned.length,
        { one: 'Convert {0} file to {1}?', other: 'Convert {0} files to {1}?' },
        formatName(targetFormat),
      );
}

/** The detail of that question. Without a cost, there is no network, so places and charges aren't worth mentioning. */
export function batchDetail(
  plan: WorkPlan,
  cost: Pick<PlanCost, 'uploads' | 'minCredits'> | undefined,
): SafeText {
  return sentences([leftOutText(plan), cost && batchCostText(plan.planned.length, cost)]);
}

/** The reasons why files that the user may expect are left out of a plan, or `undefined` if there are none. */
export function leftOutText({ refused, work: { targetFormat } }: WorkPlan): SafeText | undefined {
  const codes = Map.groupBy(refused, ({ problem }) => problem.code);
  const same = codes.get('formats.same')?.length ?? 0;
  const earlier = codes.get('formats.compressed_before')?.length ?? 0;
  const others = refused.length - same - earlier;
  const parts = [
    same > 0 && targetFormat !== undefined ? alreadyText(same, formatName(targetFormat)) : undefined,
    earlierText(earlier),
    others > 0 ? sayCount(others, { one: '{0} not supported', other: '{0} not supported' }) : undefined,
  ];
  const text = joined(parts, ', ');
  return text === '' ? undefined : say('{0}.', text);
}

/** Says where a plan runs, and its minimum cost there. */
export function batchCostText(
  files: number,
  { uploads, minCredits }: Pick<PlanCost, 'uploads' | 'minCredits'>,
): SafeText {
  const credits = creditsText(minCredits);
  if (uploads === 0) return say('On this computer, free of charge.');
  if (minCredits === 0) return costFreeText(files, uploads);
  if (uploads === files) return say('On the network, for at least {0}.', credits);
  return sayCount(
    uploads,
    {
      one: '{0} of them on the network, for at least {1}, and the others on this computer.',
      other: '{0} of them on the network, for at least {1}, and the others on this computer.',
    },
    credits,
  );
}

function costFreeText(files: number, uploads: number): SafeText {
  if (uploads === files) return say('On the network, free of charge.');
  return sayCount(uploads, {
    one: '{0} of them on the network and the others on this computer, free of charge.',
    other: '{0} of them on the network and the others on this computer, free of charge.',
  });
}

/** Facts that determine whether to ask before an upload. */
export interface UploadFacts {
  readonly plan: WorkPlan;
  readonly cost: PlanCost;
  /** The number of pictures that are embedded in the uploaded texts. */
  readonly pictures: number;
  readonly balance: Balance;
  /** The time when credits renew, if known. */
  readonly renewal: SafeText | undefined;
  readonly hasAccountPage: boolean;
  /** The host that receives the files. */
  readonly host: string;
  /** True if no file of this workspace has been sent to that host before. */
  readonly isFirst: boolean;
  /** Batches that cost more credits are confirmed. */
  readonly confirmAboveCredits: number;
}

/** The answer that opens the page for buying credits. */
export const accountPage = 'accountPage';

/** A question. Each answer has its own plan. */
interface UploadQuestion {
  readonly message: SafeText;
  readonly detail: SafeText;
  readonly answers: readonly { readonly title: SafeText; readonly value: WorkPlan | typeof accountPage }[];
}

/**
 * The question before files are sent and credits are spent; `undefined` if there is nothing to decide. Only offers
 * answers that are possible.
 */
export function uploadQuestion(facts: UploadFacts): UploadQuestion | undefined {
  const { plan, cost, balance, isFirst, confirmAboveCredits } = facts;
  if (uploadsOf(plan).length === 0) return undefined;
  if ('credits' in balance && balance.credits < cost.minCredits) {
    return shortageQuestion(facts, balance);
  }
  if (isFirst) return firstQuestion(facts);
  return cost.minCredits > confirmAboveCredits ? costQuestion(facts) : undefined;
}

function shortageQuestion(
  facts: UploadFacts,
  balance: Extract<Balance, { readonly credits: number }>,
): UploadQuestion {
  const { plan, cost } = facts;
  const uploads = uploadsOf(plan);
  const paid = affordable(plan, cost, balance.credits);
  const rest = uploads.filter((file) => !paid.includes(file));
  const some = paid.length > 0;
  return {
    message: say(
      '{0}, at least {1}, you have {2}',
      filesName(uploads),
      creditsText(cost.minCredits),
      balance.credits,
    ),
    detail: detailOf(facts, [
      balance.kind === 'estimated' &&
        say('The network doesn’t report the remaining credits, so this is an estimate.'),
    ]),
    answers: answersOf([
      some && { title: say('Upload Only {0}', paid.length), value: withUploads(plan, paid, 'parked') },
      some &&
        rest.every(canStay) && {
          title: say('Run Rest Locally'),
          value: withUploads(plan, paid, 'here'),
        },
      !some && hereAnswer(plan),
      balance.kind === 'estimated' && { title: say('Try All'), value: plan },
      facts.hasAccountPage && { title: say('Open Account Page'), value: accountPage },
    ]),
  };
}

function firstQuestion(facts: UploadFacts): UploadQuestion {
  const { plan, cost, balance, host } = facts;
  const files = filesName(uploadsOf(plan));
  const least = creditsText(cost.minCredits);
  return {
    message:
      balance.kind === 'uncharged'
        ? say('Send {0} to {1}?', files, untrusted(host))
        : say('Send {0} to {1} for at least {2}?', files, untrusted(host), least),
    detail: detailOf(facts, []),
    answers: answersOf([{ title: say('Upload'), value: plan }, hereAnswer(plan)]),
  };
}

function costQuestion(facts: UploadFacts): UploadQuestion {
  const { plan, cost } = facts;
  const least = creditsText(cost.minCredits);
  const uploads = uploadsOf(plan);
  return {
    message:
      uploads.length === 1
        ? say('Spend at least {0} on {1}?', least, filesName(uploads))
        : batchQuestion(plan),
    detail: detailOf(facts, [uploads.length > 1 && say('This costs at least {0}.', least)]),
    answers: answersOf([{ title: say('Start'), value: plan }, hereAnswer(plan)]),
  };
}

function detailOf(
  { plan, pictures, host, balance, renewal, isFirst }: UploadFacts,
  more: readonly (SafeText | false)[],
): SafeText {
  const others = plan.planned.length - uploadsOf(plan).length;
  const details = [
    leftOutText(plan),
    pictures > 0 &&
      sayCount(pictures, {
        one: '{0} picture in the text is uploaded too.',
        other: '{0} pictures in the text are uploaded too.',
      }),
    say('On {0}: {1}.', untrusted(host), balanceText(balance)),
    renewal !== undefined && say('Credits {0}.', renewal),
    ...more,
    others > 0 && say('Files processed on this computer: {0}.', others),
    isFirst && say('You’re only asked once in this workspace.'),
  ];
  return sentences(details.map((sentence) => (sentence === false ? undefined : sentence)));
}

function filesName(files: readonly PlannedFile[]): SafeText {
  const [first, ...others] = files;
  return first !== undefined && others.length === 0 ? fileName(first.uri) : filesText(files.length);
}

function hereAnswer(plan: WorkPlan): UploadQuestion['answers'][number] | false {
  return (
    uploadsOf(plan).every(canStay) && {
      title: say('Use This Computer'),
      value: withUploads(plan, [], 'here'),
    }
  );
}

function canStay({ couldRunLocally }: PlannedFile): boolean {
  return couldRunLocally === true;
}

function answersOf(
  answers: readonly (UploadQuestion['answers'][number] | false)[],
): UploadQuestion['answers'] {
  return answers.filter((answer) => answer !== false);
}

/** The answer to name collisions in a batch: one action for all results, or a name for each. */
export type CollisionAnswer = Exclude<OnCollision, 'ask'> | 'chooseNames';

/** The question when a result's name already exists, in a batch with this number of jobs. */
export function collisionQuestion(
  name: SafeText,
  jobs: number,
): { title: SafeText; placeHolder: SafeText; entries: readonly Choice<CollisionAnswer>[] } {
  const isOne = jobs === 1;
  return {
    title: say('“{0}” already exists', name),
    placeHolder: isOne
      ? say('What should happen to the result?')
      : say('What should happen to results whose names are taken?'),
    entries: [
      {
        value: 'rename',
        label: isOne ? say('Rename') : say('Rename All'),
        description: say('Save under another name, such as “photo (1).webp”'),
      },
      {
        value: 'overwrite',
        label: isOne ? say('Overwrite') : say('Overwrite All'),
        description: say('Replace the existing file after backing it up'),
      },
      {
        value: 'skip',
        label: isOne ? say('Skip') : say('Skip All'),
        description: say('Keep the existing file and don’t save the result'),
      },
      { value: 'chooseNames', label: isOne ? say('Choose Name…') : say('Choose Names…') },
    ],
  };
}
