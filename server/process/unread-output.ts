/** A reader has gone, such as `head` or a log collector that restarts. */
const NO_READER = ['EPIPE']
/** The disk is full, or fails. */
export const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EIO']

/**
 * Lets this process go on when a reader of its output has gone: it may be in the middle of an import, or of closing in
 * order. So it does on other errors that are named. What is written then is lost.
 */
export function outliveReaders(others: readonly string[] = []): void {
  const outlived = [...NO_READER, ...others]
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!outlived.includes(error.code ?? '')) throw error
    })
  }
}
