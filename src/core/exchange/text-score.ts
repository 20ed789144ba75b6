/** How much a decoded sample looks like Chinese prose; tells encodings apart when bytes alone cannot. */

const SIMPLIFIED = '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笑吧呢吗啊哪谁怎剑雪风夜轻慢轰杀血剧章节卷序'
const TRADITIONAL = '這個們來為國說時會對於過發後裡種經麼學現當沒動還進樣開從實軍無與長機業間問關點將兩並應戰體見產話給員電數報結務場計許區隊決馬書聽達強則權設記類據邊張規萬覺術領師觀識帶導爭運頭門東聲論處義幾認條係氣題爾別變總較資統難傳確讓嗎誰劍風輕殺劇節裏著'
const PUNCTUATION = '，。？！“”‘’：；、…—《》「」『』（）　·'

const weights = new Int8Array(0x10000)
weights.fill(-2, 0xe000, 0xf900) // private use
weights.fill(-2, 0xff61, 0xffa0) // half-width katakana
weights.fill(-1, 0x3400, 0x4dc0) // rare Han
weights.fill(-1, 0x80, 0x2000)
weights.fill(-5, 0, 9)
weights.fill(-5, 0xd800, 0xe000)
weights[0xfffd] = -5
for (const char of SIMPLIFIED + TRADITIONAL + PUNCTUATION) weights[char.charCodeAt(0)] = 1

/** From about -5 (rubbish) to 1 (every sign is common); 0 for a text of ASCII only. */
export function scoreText(text: string): number {
  let sum = 0
  let seen = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80 && code > 8) continue
    sum += weights[code] ?? 0
    seen++
  }
  return seen === 0 ? 0 : sum / seen
}
