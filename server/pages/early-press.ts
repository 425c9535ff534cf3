import { TAKEN_OVER } from '#shared/taken-over.ts'

/**
 * A script for the head of a page: buttons pressed before the shop's script has taken the page over look pressed (web/styles.css:
 * data-early) and take effect once it has, each once and in their order. On a slow network that is seconds in which a complete
 * page would lose what a shopper does. A button that turns out to be pressed already, such as the heart of a product that was
 * wished for earlier, stays so: an event that nothing listens to makes React take over that part of the page first. Links, inputs
 * and the sending of forms work without a script.
 */
export const EARLY_PRESSES = `{const m=new Map,p=b=>b.getAttribute("aria-pressed"),t=({target,isTrusted})=>{const b=target.closest?.('button[type="button"]:not(:disabled)');if(b&&isTrusted&&!m.has(b)){m.set(b,p(b));b.dataset.early=""}},n=()=>{for(const[b,was]of m){m.delete(b);b.dispatchEvent(new Event("auxclick",{bubbles:true}));return setTimeout(()=>{delete b.dataset.early;if(b.isConnected&&!b.disabled&&p(b)===was)b.click();setTimeout(n)})}};addEventListener("click",t,true);addEventListener("${TAKEN_OVER}",()=>{removeEventListener("click",t,true);setTimeout(n)},{once:true})}`
