const DAY_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Lagos',
})

/** A time as the shop tells it, in Lagos: 29 Nov, 08:12. */
export const timeText = (iso: string) => DAY_AND_TIME.format(new Date(iso))
