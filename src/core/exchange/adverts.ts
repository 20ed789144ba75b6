/** Lines that sites add to a novel: addresses, “本书首发”, “手机用户请浏览”. Flagged for the author, never removed. */
const ADVERT =
  /https?:\/\/|www\s?\.|ｗｗｗ|\.(?:com|net|org|cn|cc|la|info|xyz)\b|本书首发|首发(?:网|站|于|自)|手机用户请|手机(?:阅读|版)(?:请|访问)|请?收藏本站|最快更新|最新章节(?:请|尽在|全文|无|免费)|无弹窗|全文免费|百度(?:搜索|一下)|微信公众号|关注公众号|QQ群|书友群|笔趣阁|起点中文网|顶点小说|一秒记住|本章未完|点击下一页|转载请注明|本站(?:网址|域名|地址)|(?:精彩|热门)小说(?:请|尽在)|txt(?:全集)?下载|下载(?:APP|客户端)|(?:全本|电子书)下载/gi

/** Start offsets of the lines with an advert, ascending. */
export function findAdverts(text: string, start = 0, end = text.length): number[] {
  const lines: number[] = []
  ADVERT.lastIndex = start
  for (let found = ADVERT.exec(text); found !== null && found.index < end; found = ADVERT.exec(text)) {
    lines.push(Math.max(start, text.lastIndexOf('\n', found.index) + 1))
    const next = text.indexOf('\n', found.index)
    if (next < 0) break
    ADVERT.lastIndex = next + 1
  }
  return lines
}
