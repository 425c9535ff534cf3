const SETTINGS = 'settings'
const DATA_SAVER = '/data-saver'

/** What the shopper has chosen; undefined leaves it to the browser's own preference. */
export async function choice(): Promise<boolean | undefined> {
  const cached = await caches.match(DATA_SAVER, { cacheName: SETTINGS })
  return cached && (await cached.text()) === 'true'
}

export async function choose(wanted: boolean | null): Promise<void> {
  const settings = await caches.open(SETTINGS)
  if (wanted === null) await settings.delete(DATA_SAVER)
  else await settings.put(DATA_SAVER, new Response(String(wanted)))
}

export async function savesData(): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return (await choice()) ?? connection?.saveData === true
}
