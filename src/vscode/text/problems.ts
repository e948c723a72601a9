import * as vscode from 'vscode';
import type { Problem } from '../../jobs/job.ts';

/** One clear sentence about what went wrong, with the next step. A code that nobody told us of is shown with its detail. */
export function problemText({ code, detail }: Problem): string {
  switch (code) {
    case 'file.missing':
      return vscode.l10n.t('The file is no longer there. Pick it again where it is now.');
    case 'file.empty':
      return vscode.l10n.t('The file is empty, so there is nothing to convert.');
    case 'file.not_a_file':
      return vscode.l10n.t('This is not a file. Pick a file.');
    case 'file.unreadable':
    case 'file.no_permission':
      return vscode.l10n.t(
        'The file or its folder can’t be used with your permissions. Change them and try again.',
      );
    case 'file.no_space':
      return vscode.l10n.t('The disk is full. Make room and try again.');
    case 'file.unwritable':
      return vscode.l10n.t('The result can’t be saved in this folder. Save it somewhere else.');
    case 'file.too_large':
      return vscode.l10n.t(
        'The file is too large for a workspace that is not on the disk. Copy it to the disk first.',
      );
    case 'source.changed':
      return vscode.l10n.t('The file changed while it was being read. Try again.');
    case 'output.invalid':
      return vscode.l10n.t('The service’s result was damaged and not saved. Try again.');
    case 'formats.unknown_type':
      return vscode.l10n.t('Files of this type are not supported. Pick another file.');
    case 'formats.nothing_here':
      return vscode.l10n.t('There is nothing here to work on. Pick other files.');
    case 'formats.unsupported':
      return vscode.l10n.t('This file can’t be converted that way. Pick another format.');
    case 'network.other_address':
      return vscode.l10n.t(
        'The job is at another address of the network. Set that address again in the settings, then try again.',
      );
    case 'network.not_configured':
      return vscode.l10n.t(
        'No address is set for the network. Set it in the settings, or work on this computer.',
      );
    case 'upload.not_allowed':
      return vscode.l10n.t(
        'Your settings keep this file from being uploaded. Change “Never Upload” or “Run On” to send it to the network.',
      );
    case 'request.file_too_large':
      return vscode.l10n.t('The file is larger than your plan allows. {0}', detail).trim();
    case 'api_key.missing':
      return vscode.l10n.t('The network needs an API key. Set it to go on.');
    case 'api_key.invalid_or_ip_not_allowed':
      return vscode.l10n.t(
        'The network did not accept the API key, or not from this IP address. Check the key and its allowed addresses.',
      );
    case 'entitlements.insufficient_credits':
      return vscode.l10n.t('There are not enough credits. {0}', detail).trim();
    case 'usage.daily_limit_exceeded':
      return vscode.l10n.t('Today’s limit of your plan is reached. Go on when it has been renewed.');
    case 'batch.limit_exceeded':
      return vscode.l10n.t('Your plan takes fewer files at a time. Go on with the rest when you are ready.');
    case 'rate_limited':
    case 'queue.limit_exceeded':
    case 'queue.pool_saturated':
      return vscode.l10n.t('The service is busy. The job is in line and is tried again by itself.');
    case 'jobs.expired':
      return vscode.l10n.t('The result was kept for an hour and is gone. Try again.');
    case 'jobs.not_found':
      return vscode.l10n.t('The service no longer knows this job. Try again.');
    case 'transport.unreachable':
      return vscode.l10n.t(
        'The service can’t be reached. Check the connection and the address in the settings.',
      );
    case 'transport.certificate':
      return vscode.l10n.t(
        'The certificate of the network is not trusted. Check the address, or add the certificate.',
      );
    case 'transport.interrupted':
      return vscode.l10n.t('The connection broke off.');
    case 'transport.redirected':
      return vscode.l10n.t(
        'The network’s address leads to another site. Correct the address in the settings.',
      );
    case 'transport.unreadable':
      return vscode.l10n.t(
        'The answer is not from a File Utility Network service. Check the address in the settings.',
      );
    case 'response.unexpected_shape':
      return vscode.l10n.t('The service answered in a form that could not be understood. {0}', detail);
    case 'conversion.failed':
    case 'job.failed':
      return vscode.l10n.t('The service could not do this. {0}', detail).trim();
    case 'job.lost':
      return vscode.l10n.t('The service lost the job several times. Try again later.');
    case 'submission.interrupted':
      return vscode.l10n.t('The connection broke after the file was sent, so it may have been accepted.');
    case 'output.not_placed':
      return vscode.l10n.t('The result could not be saved beside its source. Save it somewhere else.');
    case 'journal.unwritable':
      return vscode.l10n.t(
        'The list of jobs could not be written, so nothing was sent. Make room on the disk.',
      );
    case 'localService.unavailable':
      return vscode.l10n.t('The service on this computer could not be started. See the log for the reason.');
    case 'conversion.invalid_input':
      return vscode.l10n.t('The file is damaged or not what its name says. {0}', detail).trim();
    case 'conversion.limit_exceeded':
      return vscode.l10n.t('The file is too complex to convert safely. {0}', detail).trim();
    case 'conversion.timed_out':
      return vscode.l10n.t('The conversion took too long and was stopped.');
    default:
      return detail === '' ? code : `${detail} (${code})`;
  }
}
