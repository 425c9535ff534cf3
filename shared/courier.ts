/**
 * `track` is where a parcel can be followed, with `{tracking}` for its number; without it the courier's page asks for the number.
 * Whoever adds a courier adds a line here.
 */
type Courier = { id: string; name: string; track?: string; hasRider?: boolean }

export const COURIERS = [
  { id: 'gig', name: 'GIG Logistics', track: 'https://giglogistics.com/track/{tracking}' },
  { id: 'dhl', name: 'DHL', track: 'https://www.dhl.com/ng-en/home/tracking.html?tracking-id={tracking}' },
  { id: 'red-star', name: 'Red Star Express', track: 'https://redstarplc.com/tracking/?waybill={tracking}' },
  { id: 'kwik', name: 'Kwik', hasRider: true },
  { id: 'rider', name: 'Our own rider', hasRider: true },
] as const satisfies readonly Courier[]

const find = (courier: string): Courier | undefined => COURIERS.find(({ id }) => id === courier)

/** What is stored of a courier, one of the list or another's name, as people read it. */
export const courierName = (courier: string): string => find(courier)?.name ?? courier

export const hasRider = (courier: string): boolean => find(courier)?.hasRider ?? false

/** Where a parcel can be followed; null if nobody knows. Riders' apps give a link instead of a number. */
export function trackingUrl(courier: string, tracking: string): string | null {
  if (/^https:\/\/\S+$/.test(tracking)) return URL.canParse(tracking) ? tracking : null
  const track = find(courier)?.track
  return tracking === '' || track === undefined
    ? null
    : track.replace('{tracking}', encodeURIComponent(tracking))
}
