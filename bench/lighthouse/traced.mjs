// Preloaded into Lighthouse. Chromium 147, which the tests bring, crashes on a response with a Referrer-Policy when it is
// traced in this category, which only the audit "baseline" needs; that one counts for no score.
import Trace from 'lighthouse/core/gather/gatherers/trace.js'

const CRASHES = 'blink.webdx_feature_usage'
const categories = Trace.getDefaultTraceCategories().filter((category) => category !== CRASHES)

Trace.getDefaultTraceCategories = () => categories
