import { HYDRATED } from '#shared/hydrated.ts'

/**
 * A script for the head of a page: buttons pressed before hydration look pressed (web/styles.css: data-early) and take effect
 * after it, each once and in their order. Otherwise a page on a slow network would lose what a shopper does for seconds. A
 * button that turns out to be pressed already, such as the heart of a product on the wishlist, stays so: an event that nothing
 * listens to makes React hydrate its component first. Links, inputs and the sending of forms work without a script.
 */
export const EARLY_PRESSES = `{const m=new Map,p=b=>b.getAttribute("aria-pressed"),t=({target,isTrusted})=>{const b=target.closest?.('button[type="button"]:not(:disabled)');if(b&&isTrusted&&!m.has(b)){m.set(b,p(b));b.dataset.early=""}},n=()=>{for(const[b,was]of m){m.delete(b);b.dispatchEvent(new Event("auxclick",{bubbles:true}));return setTimeout(()=>{delete b.dataset.early;if(b.isConnected&&!b.disabled&&p(b)===was)b.click();setTimeout(n)})}};addEventListener("click",t,true);addEventListener("${HYDRATED}",()=>{removeEventListener("click",t,true);setTimeout(n)},{once:true})}`
