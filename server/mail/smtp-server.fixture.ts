import { SMTPServer } from 'smtp-server'

type Behaviour = { refuseWith?: number; confirmAfterMs?: number; accounts?: boolean }

/**
 * A real SMTP server that records the mails it receives. Port 0 means any. It may refuse every recipient with `refuseWith`, take a
 * while to confirm a mail that it has received, and have accounts, without encryption.
 */
export async function openSmtpServer(wantedPort = 0, behaviour: Behaviour = {}) {
  const { refuseWith, confirmAfterMs = 0, accounts = false } = behaviour
  const received: string[] = []
  const loggedIn: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: accounts ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: accounts,
    onAuth: ({ username }, _session, done) => {
      loggedIn.push(username ?? '')
      done(null, { user: username })
    },
    onRcptTo: (_address, _session, done) => {
      if (refuseWith === undefined) done()
      else done(Object.assign(new Error('No such mailbox'), { responseCode: refuseWith }))
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        setTimeout(done, confirmAfterMs)
      })
    },
  })
  // A client may break its connection off in the middle of a mail.
  server.on('error', () => {})
  const port = await new Promise<number>((listening) => {
    const http = server.listen(wantedPort, '127.0.0.1', () => {
      const address = http.address()
      listening(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const close = () => new Promise<void>((closed) => server.close(closed))
  return { received, loggedIn, port, close }
}
