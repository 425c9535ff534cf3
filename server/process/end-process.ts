/** How long what is still open, such as an idle connection, may delay the end. */
const LAST_MS = 1_000

/**
 * Ends the process with `code` once everything is closed: the event loop then runs empty. Not by process.exit(), which
 * joins V8's threads: one that is compiling may be waiting for a garbage collection of the main thread, and then the
 * process never ends (nodejs/node#54918).
 */
export function endProcess(code: number): void {
  process.exitCode = code
  // The channel to the parent process, if there is one, would prevent this one from ending.
  process.channel?.unref()
  setTimeout(() => process.exit(), LAST_MS).unref()
}

/** Ends the process at once, as the signal does to a process that does not listen for it. */
export function dieOf(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

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
