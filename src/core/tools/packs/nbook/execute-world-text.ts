/** The declaration of `world` that a model reads (03 §6). */
const core = 'Run JavaScript against the world state; the body may use await and must return a short string or a few fields (10 KB). All or nothing: a throw saves nothing.'
const types = `type T = bigint; // instant: seconds from the world's zero
type Json = null|boolean|number|string|Json[]|{[k:string]:Json};`
const issue = 'type Issue = {code:string,label:string,severity:"error"|"advisory",subjectId:string,path?:string,title:string,message:string,explanation:object};'
const rows = `type P = {subjectId:string, path:string, op:"replace"|"increment"|"remove"|"append", value?:Json, summary?:string, type?:string, name?:string};
type S = {id:string, instant:T, time:string, title:string, summary:string, kind:string, patchCount:number, patches?:(P&{patchId:string})[]};
declare const world: {
 time: {parse(text:string):T; format(t:T):string; now():T /* latest slice */};
 subject: {
  get(id:string, o?:{at?:T, deref?:boolean, derefDepth?:number}): {[attr:string]:Json}|null; // attributes themselves: hero.hp
  gets(ids:string[], o?:{at?:T}): ({[attr:string]:Json}|null)[];
  list(type?:string): {id:string,type:string,name:string}[];
  findRefs(targetId:string, sourceType?:string): {subjectId:string, attr:string}[];
 };
 search: {text(query:string, o?:{k?:number, threshold?:number, types?:string[], attrs?:string[], at?:T}): {subjectId:string,attr:string,text:string,score:number}[]};
 slice: {
  list(o?:{from?:T, to?:T, limit?:number, offset?:number, order?:"asc"|"desc", withPatches?:boolean, subjectIds?:string[], subjectMode?:"any"|"all"}): S[];
  get(id:string): S;`
const writes = `  write(s:{time:T, title:string, summary?:string, kind?:string, patches:P[]}): {sliceId:string, issues:Issue[]};
  editPatches(id:string, edits:({patchId:string,set:Partial<P>}|{patchId:string,remove:true}|{add:P})[], meta?:{time?:T,title?:string,summary?:string,kind?:string}): {sliceId:string, issues:Issue[]};
  delete(id:string): {issues:Issue[]}; // hides it; the author can restore`
const end = ` };
};
Paths are JSON Pointers: /hp, /equipment/weapon. References are "subject://id".`
const rules = `One slice per instant: put all changes of an instant in one write, else editPatches the existing slice.
A subject's first patch needs type (and name). Prefer increment for gains and losses.
append for lists and collections; remove with value only for collections.
Remembered text: append {text} to an array attribute, replace {text} at /memory/<key>.
Never catch a write error. Throw on issues with severity "error"; tell the user the advisories.`

/** For `execute_world:readwrite`. */
export const readWriteText = `${core}\n\n${[types, issue, rows, writes, end, rules].join('\n')}`
/** For `execute_world:readonly`: no Issue, no function that writes, no rule of writing. */
export const readOnlyText = `${core}\n\n${[types, rows, end].join('\n')}`
