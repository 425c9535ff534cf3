import { fetchInTime, isAnswer } from './fetch-in-time.ts'

/** By file, while it is being fetched and once it has been. */
const fetches = new Map<string, Promise<void>>()

/** A file of a part could not be fetched, and nothing says that it is gone: it may be fetched later. */
export class PartUnreachable extends Error {
  readonly path: string
  constructor(path: string) {
    super(`${path} could not be fetched.`)
    this.path = path
  }
}

/**
 * What the built shop calls for every `import()` (build/part-files.ts), with the files of that part. They are fetched into the
 * browser's cache before any is imported: a module that could once not be fetched, for the import or as a preload, is not
 * fetched again by Chrome for as long as the page lives. A file that is gone is left for the import to report; otherwise
 * throws PartUnreachable.
 */
export async function importPart<Part>(
  load: () => Promise<Part>,
  files: readonly string[] = [],
): Promise<Part> {
  await Promise.all(files.map((file) => fetchOnce(`/${file}`)))
  try {
    return await load()
  } catch (error) {
    // The browser may have lost one that the page names. Whoever reloads the page for it has to wait until it can be had.
    await Promise.all(files.map((file) => fetchFile(`/${file}`)))
    throw error
  }
}

function fetchOnce(path: string): Promise<void> | undefined {
  // The page itself names those that it starts with.
  if (document.querySelector(`link[href="${path}"]`)) return
  const fetching = fetches.get(path) ?? fetchFile(path)
  fetches.set(path, fetching)
  fetching.catch(() => fetches.delete(path))
  return fetching
}

async function fetchFile(path: string): Promise<void> {
  const response = await fetchInTime(path).catch(() => undefined)
  const body = await response?.blob().catch(() => undefined)
  if (!response || !body || !isAnswer(response)) throw new PartUnreachable(path)
}
