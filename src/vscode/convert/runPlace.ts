import type { ServiceId } from '../../jobs/core/service.ts';
import { say, type Words } from '../text/words.ts';
import type { Icon } from '../ui/icons.ts';

/** A title with the place of the run. */
export function placedTitle(title: Words, place: ServiceId): Words {
  switch (place) {
    case 'local':
      return say('{0} · this run: on this computer', title);
    case 'network':
      return say('{0} · this run: network', title);
  }
}

/** The button that switches to the other place for one run. */
export function placeButton(from: ServiceId): { readonly icon: Icon; readonly tooltip: Words } {
  switch (from) {
    case 'local':
      return { icon: 'cloud', tooltip: say('This run: on this computer → network') };
    case 'network':
      return { icon: 'device-desktop', tooltip: say('This run: network → on this computer') };
  }
}
