const fetched = new Set<string>()

/** A file of a part could not be fetched, and nothing says that it is gone: it may be fetched later. */
export class PartUnreachable extends Error {}

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
  await Promise.all(files.map(fetchFile))
  return load()
}

async function fetchFile(file: string): Promise<void> {
  // The page itself names those that it starts with.
  if (fetched.has(file) || document.querySelector(`link[href="/${file}"]`)) return
  try {
    const response = await fetch(`/${file}`)
    await response.blob()
    if (response.status < 500) fetched.add(file)
  } catch {}
  if (!fetched.has(file)) throw new PartUnreachable(`${file} could not be fetched.`)
}
