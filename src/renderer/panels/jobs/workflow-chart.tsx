import { useLayoutEffect, useRef } from 'react'
import type { ChartNode, WorkflowState } from '@shared/workflow'
import { useText } from '../../i18n/text'
import { useSessions } from '../../stores/sessions'
import { visibleText } from '@shared/visible-text'
import { box, firstX, layoutChart } from './chart-layout'

type Chart = WorkflowState['chart']

/** A box opens the conversation of whoever works there. */
function Box({ node }: { node: ChartNode }) {
  const t = useText()
  const { sessionId, state } = node
  const inner = <><span className="chart-label" data-user-content>{visibleText(node.label)}</span><span className="chart-state">{t(`jobs.step.${state}`)}</span></>
  const shared = { 'data-testid': 'chart-node', 'data-id': node.id, 'data-state': state, title: visibleText(node.label) }
  return sessionId === null ? <div className="chart-node" {...shared}>{inner}</div> : <button type="button" className="chart-node" {...shared} onClick={() => useSessions.getState().open(sessionId)}>{inner}</button>
}

function Drawn({ nodes, edges }: Chart) {
  const t = useText()
  const layout = layoutChart(nodes, edges)
  const scroll = useRef<HTMLDivElement>(null)
  const start = firstX(layout)
  // A chart wider than its place begins with its first box whole, not with what lies left of it.
  useLayoutEffect(() => { if (scroll.current) scroll.current.scrollLeft = start + box.width / 2 - scroll.current.clientWidth / 2 }, [start])
  return (
    <div className="chart-scroll" ref={scroll} tabIndex={0} role="group" aria-label={t('jobs.chart')}>
      <div className="chart-board" style={{ width: layout.width, height: layout.height }}>
        <svg width={layout.width} height={layout.height} aria-hidden>
          <defs><marker id="chart-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M 0 0 L 8 4 L 0 8 z" /></marker></defs>
          {layout.lines.map((line, at) => <g key={at}><path className="chart-line" d={line.path} markerEnd="url(#chart-arrow)" />{line.label !== '' && <text x={line.x} y={line.y}>{visibleText(line.label)}</text>}</g>)}
        </svg>
        {layout.nodes.map(({ node, x, y }) => <div key={node.id} className="chart-place" style={{ left: x, top: y, width: box.width, height: box.height }}><Box node={node} /></div>)}
      </div>
    </div>
  )
}

/** The same as a list, for a narrow window and for whoever reads by ear: each step with what it leads to. */
function Listed({ nodes, edges }: Chart) {
  const t = useText()
  const labels = new Map(nodes.map((node) => [node.id, node.label]))
  const next = (id: string) => edges.filter((edge) => edge.from === id).map((edge) => labels.get(edge.to) ?? '').filter((label) => label !== '').join(t('common.listComma'))
  return <ol className="chart-list">{nodes.map((node) => <li key={node.id}><Box node={node} />{next(node.id) !== '' && <span className="muted" data-user-content>{t('jobs.leadsTo', { steps: next(node.id) })}</span>}</li>)}</ol>
}

/** What a workflow does, live: as many boxes as its journal holds (J5). */
export function WorkflowChart({ chart, view }: { chart: Chart; view: 'chart' | 'list' }) {
  const t = useText()
  return <div data-testid="workflow-chart" data-value={chart.nodes.length} data-state={view}>{chart.nodes.length === 0 ? <p className="muted">{t('jobs.chartEmpty')}</p> : view === 'chart' ? <Drawn {...chart} /> : <Listed {...chart} />}</div>
}
