import { l10n } from 'vscode';
import type { jobFailureCodes } from '../../contract/dialect.ts';
import type {
  DocumentedErrorCode,
  GuessedErrorCode,
  ShapeError,
  SourceError,
  TransportErrorCode,
} from '../../contract/errors.ts';
import type { FileErrorCode } from '../../jobs/fileStore.ts';
import type { Problem } from '../../jobs/job.ts';
import type { JobProblemCode } from '../../jobs/problem.ts';
import type { LocalServiceError } from '../../localService/launch/localServiceError.ts';
import type { NotConfiguredError } from '../connections.ts';

/** What is found before there is a job. */
export type PlanProblemCode =
  | 'formats.unknown_type'
  | 'formats.nothing_here'
  | 'formats.unsupported'
  | 'formats.needs_program'
  | 'api_key.missing'
  | 'upload.not_allowed';

type KnownCode =
  | DocumentedErrorCode
  | GuessedErrorCode
  | TransportErrorCode
  | FileErrorCode
  | JobProblemCode
  | PlanProblemCode
  | (typeof jobFailureCodes)[number]
  | (ShapeError | SourceError | LocalServiceError | NotConfiguredError)['code'];

type Sentence = (detail: string) => string;

/** Our sentence, then the service's own words. */
const withDetail =
  (sentence: () => string): Sentence =>
  (detail) =>
    `${sentence()} ${detail}`.trim();

const noPermission: Sentence = () =>
  l10n.t('The file or its folder can’t be used with your permissions. Change them and try again.');
const busy: Sentence = () => l10n.t('The service is busy. The job is in line and is tried again by itself.');
const refused = withDetail(() => l10n.t('The service did not accept the request.'));
const couldNot = withDetail(() => l10n.t('The service could not do this.'));
const notOffered: Sentence = () => l10n.t('This file can’t be converted that way. Pick another format.');
const ownFault = withDetail(() => l10n.t('Something unexpected went wrong. See the log.'));

/** A sentence for every code that we know of, with the next step. */
const sentences: Readonly<Record<KnownCode, Sentence>> = {
  'file.missing': () => l10n.t('The file is no longer there. Pick it again where it is now.'),
  'file.empty': () => l10n.t('The file is empty, so there is nothing to convert.'),
  'file.not_a_file': () => l10n.t('This is not a file. Pick a file.'),
  'file.unreadable': noPermission,
  'file.no_permission': noPermission,
  'file.no_space': () => l10n.t('The disk is full. Make room and try again.'),
  'file.unwritable': () => l10n.t('The result can’t be saved in this folder. Save it somewhere else.'),
  'file.too_large': () =>
    l10n.t('The file is too large for a workspace that is not on the disk. Copy it to the disk first.'),
  'source.changed': () => l10n.t('The file changed while it was being read. Try again.'),

  'formats.unknown_type': () => l10n.t('Files of this type are not supported. Pick another file.'),
  'formats.nothing_here': () => l10n.t('There is nothing here to work on. Pick other files.'),
  'formats.unsupported': notOffered,
  'formats.needs_program': (program) =>
    l10n.t('Install {0} on this computer to convert this file that way.', program),
  'upload.not_allowed': () =>
    l10n.t(
      'Your settings keep this file from being uploaded. Change “Never Upload” or “Run On” to send it to the network.',
    ),
  'network.not_configured': () =>
    l10n.t('No address is set for the network. Set it in the settings, or work on this computer.'),
  'network.other_address': () =>
    l10n.t(
      'The job is at another address of the network. Set that address again in the settings, then try again.',
    ),
  'api_key.missing': () => l10n.t('The network needs an API key. Set it to go on.'),
  'api_key.invalid_or_ip_not_allowed': () =>
    l10n.t(
      'The network did not accept the API key, or not from this IP address. Check the key and its allowed addresses.',
    ),

  'request.file_too_large': withDetail(() => l10n.t('The file is larger than your plan allows.')),
  'request.invalid_target_format': notOffered,
  'conversions.unsupported_pair': notOffered,
  'compressions.unsupported_format': () =>
    l10n.t('Files of this type can’t be compressed. Pick another file.'),
  'request.invalid_content_type': refused,
  'request.no_files': refused,
  'request.invalid_option': refused,
  'request.unsupported_version': refused,
  'request.host_not_allowed': refused,
  'request.not_found': refused,
  'request.method_not_allowed': refused,
  'request.malformed': refused,
  'service.internal_error': couldNot,

  'entitlements.insufficient_credits': withDetail(() => l10n.t('There are not enough credits.')),
  'usage.daily_limit_exceeded': () =>
    l10n.t('Today’s limit of your plan is reached. Go on when it has been renewed.'),
  'batch.limit_exceeded': () =>
    l10n.t('Your plan takes fewer files at a time. Go on with the rest when you are ready.'),
  rate_limited: busy,
  'queue.limit_exceeded': busy,
  'queue.pool_saturated': busy,

  'jobs.expired': () => l10n.t('The result was kept for an hour and is gone. Try again.'),
  'jobs.not_found': () => l10n.t('The service no longer knows this job. Try again.'),
  'jobs.not_ready': () => l10n.t('The result is not ready yet. Try again.'),
  'jobs.no_output': () => l10n.t('The job has no result. Try again.'),
  'options.withheld': () =>
    l10n.t(
      'Passwords are never stored, so this job can’t go on after a restart. Start it again with the password.',
    ),
  'job.in_other_window': () =>
    l10n.t(
      'Another window already does this with this file. Nothing was sent again; look at the jobs there.',
    ),
  'job.failed': couldNot,
  'job.lost': () => l10n.t('The service lost the job several times. Try again later.'),
  'conversion.failed': couldNot,
  'conversion.invalid_input': withDetail(() => l10n.t('The file can’t be worked on.')),
  'conversion.limit_exceeded': withDetail(() => l10n.t('The file is too complex to convert safely.')),
  'conversion.unsupported_script': withDetail(() => l10n.t('Some of the text can’t be set in a PDF here.')),
  'conversion.program_needed': (detail) => `${detail} ${l10n.t('Install it and try again.')}`.trim(),
  'conversion.password_needed': (detail) =>
    `${detail} ${l10n.t('Pick “Convert With Options…” to enter it.')}`.trim(),
  'conversion.timed_out': () => l10n.t('The conversion took too long and was stopped.'),
  'output.invalid': () => l10n.t('The service’s result was damaged and not saved. Try again.'),
  'output.not_placed': () =>
    l10n.t('The result could not be saved beside its source. Save it somewhere else.'),

  'submission.interrupted': () =>
    l10n.t('The connection broke after the file was sent, so it may have been accepted.'),
  'transport.unreachable': () =>
    l10n.t('The service can’t be reached. Check the connection and the address in the settings.'),
  'transport.certificate': () =>
    l10n.t('The certificate of the network is not trusted. Check the address, or add the certificate.'),
  'transport.interrupted': () => l10n.t('The connection broke off. Try again.'),
  'transport.redirected': () =>
    l10n.t('The network’s address leads to another site. Correct the address in the settings.'),
  'transport.unsafe_redirect': () =>
    l10n.t('The network keeps the result at a place that is not safe to fetch it from. Ask whoever runs it.'),
  'transport.storage': () =>
    l10n.t('The network’s storage did not deliver the result. It is asked for again by itself.'),
  'transport.unreadable': () =>
    l10n.t('The answer is not from a File Utility Network service. Check the address in the settings.'),
  'response.unexpected_shape': withDetail(() =>
    l10n.t('The service answered in a form that could not be understood.'),
  ),
  'localService.unavailable': () =>
    l10n.t('The service on this computer could not be started. See the log for the reason.'),
  'journal.unwritable': () =>
    l10n.t('The list of jobs could not be written, so nothing was sent. Make room on the disk.'),
  unexpected: ownFault,
};

/** One clear sentence about what went wrong. A code that nobody told us of is shown with its detail. */
export function problemText({ code, detail }: Problem): string {
  if (isKnown(code)) return sentences[code](detail);
  return detail === '' ? code : `${detail} (${code})`;
}

function isKnown(code: string): code is KnownCode {
  return Object.hasOwn(sentences, code);
}
