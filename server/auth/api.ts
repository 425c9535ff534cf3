import { MIMEType } from 'node:util'
import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Dependencies } from '#server/dependencies.ts'
import { isJson, requireJson } from '#server/http/body.ts'
import { deviceOf } from '#server/http/device.ts'
import { logName } from '#server/http/keyed-hash.ts'
import { createRateLimiter, type Limit } from '#server/http/rate-limit.ts'
import { type AppEnv, createRouter } from '#server/http/router.ts'
import {
  forgotPassword,
  getProfile,
  login,
  logout,
  register,
  resendCode,
  resetPassword as resetPasswordRoute,
  verifyEmail,
  verifyResetCode,
} from '#shared/contract/auth.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { giveResetTicket, logIn, registerAccount, resetPassword, verifyByCode } from './account.ts'
import { requireSession } from './require-session.ts'
import { sendCode } from './send-code.ts'
import { bearerToken, endSession } from './session-store.ts'
import { findSignUpTicket, setSignUpCookie } from './sign-up-cookie.ts'
import { findUserById } from './store.ts'

/** Per client address, over all accounts. Generous, since many phones share one address behind a carrier. */
const LIMITS = {
  register: [
    { max: 20, windowMs: MINUTE_MS },
    { max: 200, windowMs: HOUR_MS },
  ],
  'send code': [
    { max: 30, windowMs: MINUTE_MS },
    { max: 300, windowMs: HOUR_MS },
  ],
  login: [
    { max: 100, windowMs: MINUTE_MS },
    { max: 1_000, windowMs: HOUR_MS },
  ],
  'wrong code': [{ max: 200, windowMs: HOUR_MS }],
} satisfies Record<string, readonly Limit[]>

const SENT_IF_KNOWN = 'If there is an account with this email, a code is on its way.'

export function authApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now' | 'settings'>) {
  const { db, log, now, settings } = dependencies
  const countTry = (name: keyof typeof LIMITS, context: Context<AppEnv>) =>
    createRateLimiter(db, settings, now())(name, context.get('clientAddress'), ...LIMITS[name])

  /** Counts a check of a code or ticket before it is made, and uncounts it unless it was a wrong guess. */
  async function guess<T>(context: Context<AppEnv>, check: () => Promise<T>): Promise<T> {
    const uncount = await countTry('wrong code', context)
    // The code may be used up by now, so a failure to uncount its try must not fail the call.
    const giveBack = () => uncount().catch((error) => log.warn({ err: error }, 'a right code stays counted'))
    try {
      const done = await check()
      await giveBack()
      return done
    } catch (error) {
      if (!isWrongGuess(error)) await giveBack()
      throw error
    }
  }

  const logged = createOutcomeLog(dependencies)

  const api = createRouter()
  api.openAPIRegistry.registerComponent('securitySchemes', 'session', { type: 'http', scheme: 'bearer' })
  // If the body were declared as required, the router would check it as JSON and as a form, whichever it is.
  api.openAPIRegistry.registerPath(register)
  const registerRoute = createRoute({
    ...register,
    request: { body: { content: register.request.body.content } },
    middleware: parseRegistration,
    hide: true,
  })
  api.use('/auth/*', async (context, next) => {
    context.header('Cache-Control', 'no-store')
    await next()
  })
  return api
    .openapi(registerRoute, async (context) => {
      await countTry('register', context)
      const isFormBody = isForm(context.req.header('content-type') ?? '')
      const account = isFormBody ? context.req.valid('form') : context.req.valid('json')
      const signUp = await logged('register', account.email, registerAccount(dependencies, account))
      setSignUpCookie(context, settings, signUp)
      return context.json(
        { email: account.email, message: 'Check your email for the verification code' },
        201,
      )
    })
    .openapi(createRoute(verifyEmail), async (context) => {
      const code = context.req.valid('json')
      const signUp = findSignUpTicket(context)
      const device = await deviceOf(context, settings)
      const verify = () =>
        logged('verify-otp', code.email, verifyByCode(dependencies, { ...code, signUp, device }))
      return context.json(await guess(context, verify), 200)
    })
    .openapi(createRoute(resendCode), async (context) => {
      await countTry('send code', context)
      const { email, purpose } = context.req.valid('json')
      const device = await deviceOf(context, settings)
      await logged('resend-otp', email, sendCode(dependencies, { email, purpose, device }))
      return context.json({ message: SENT_IF_KNOWN }, 200)
    })
    .openapi(createRoute(login), async (context) => {
      await countTry('login', context)
      const credentials = context.req.valid('json')
      const onUnverified = (signUp: string) => setSignUpCookie(context, settings, signUp)
      const loggedIn = logIn(dependencies, {
        ...credentials,
        device: await deviceOf(context, settings),
        onUnverified,
      })
      return context.json(await logged('login', credentials.email, loggedIn), 200)
    })
    .openapi(createRoute(forgotPassword), async (context) => {
      await countTry('send code', context)
      const { email } = context.req.valid('json')
      const device = await deviceOf(context, settings)
      await logged(
        'forgot-password',
        email,
        sendCode(dependencies, { email, device, purpose: 'reset_password' }),
      )
      return context.json({ email, message: SENT_IF_KNOWN }, 200)
    })
    .openapi(createRoute(verifyResetCode), async (context) => {
      const given = { ...context.req.valid('json'), device: await deviceOf(context, settings) }
      const exchange = () => logged('verify-password-otp', given.email, giveResetTicket(dependencies, given))
      return context.json({ otp: await guess(context, exchange) }, 200)
    })
    .openapi(createRoute(resetPasswordRoute), async (context) => {
      const request = { ...context.req.valid('json'), device: await deviceOf(context, settings) }
      await guess(context, () =>
        logged('reset-password', request.email, resetPassword(dependencies, request)),
      )
      return context.json({ message: 'Your password is changed. Please log in with the new one.' }, 200)
    })
    .openapi(createRoute(logout), async (context) => {
      const token = bearerToken(context.req.header('authorization'))
      if (token !== undefined) await endSession(db, token)
      return context.body(null, 204)
    })
    .openapi(createRoute({ ...getProfile, middleware: requireSession(dependencies) }), async (context) => {
      const user = await findUserById(db, context.get('session').userId)
      if (user === undefined) throw new ShopError('UNAUTHORIZED', 'Please log in to go on.')
      return context.json({ user }, 200)
    })
}

/** Or one too many. Other failures say nothing of the code: it was right, but needs a password; or the shop was busy. */
function isWrongGuess(error: unknown): boolean {
  return error instanceof ShopError && (error.code === 'INVALID_OTP' || error.code === 'RATE_LIMITED')
}

/**
 * Returns a function that awaits the work of an account route and logs its outcome. The account is identified by a keyed
 * hash of its address, whether or not it exists.
 */
function createOutcomeLog({ log, settings }: Pick<Dependencies, 'log' | 'settings'>) {
  return async <T>(call: string, email: string, work: Promise<T>): Promise<T> => {
    const logOutcome = (outcome: string) =>
      log.info({ call, outcome, account: logName(settings.appSecret, email) }, 'account call')
    try {
      const done = await work
      logOutcome('DONE')
      return done
    } catch (error) {
      logOutcome(error instanceof ShopError ? error.code : 'FAILED')
      throw error
    }
  }
}

const FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])
const json = requireJson()

/** Accepts registration as JSON or as a form of either encoding. Refuses files in the form and any other media type. */
const parseRegistration = createMiddleware<AppEnv>(async (context, next) => {
  const type = context.req.header('content-type') ?? ''
  if (isJson(type)) return json(context, next)
  if (!isForm(type)) {
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes JSON or a form.')
  }
  const form = await readForm(context.req.formData())
  if ([...form.values()].some((value) => typeof value !== 'string')) {
    throw new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes no files.')
  }
  // The validators after this know fewer ways to write it, and take the form that was read here.
  context.req.raw.headers.set('content-type', mediaType(type))
  return next()
})

function isForm(contentType: string): boolean {
  return FORMS.has(mediaType(contentType))
}

/** In lower case and without parameters, such as a boundary or a charset; empty if it is none. */
function mediaType(contentType: string): string {
  try {
    return new MIMEType(contentType).essence
  } catch {
    return ''
  }
}

async function readForm(form: Promise<FormData>): Promise<FormData> {
  try {
    return await form
  } catch {
    throw new ShopError('VALIDATION', 'The form could not be read.')
  }
}
