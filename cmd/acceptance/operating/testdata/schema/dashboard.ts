// The types that Grafana's own dashboards have, in the form that JSON takes: enumerations are their plain values, and
// the options of a panel are those of its type. TestDashboardsMatchGrafanasTypes checks our dashboards against them.
import type { Dashboard as GrafanaDashboard, FieldConfig, Panel as AnyPanel, RowPanel } from '@grafana/schema';
import type * as bargauge from '@grafana/schema/dist/esm/raw/composable/bargauge/panelcfg/x/BarGaugePanelCfg_types.gen';
import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type * as statetimeline from '@grafana/schema/dist/esm/raw/composable/statetimeline/panelcfg/x/StateTimelinePanelCfg_types.gen';
import type * as table from '@grafana/schema/dist/esm/raw/composable/table/panelcfg/x/TablePanelCfg_types.gen';
import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

type Plain<T> = T extends string ? `${T}` : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

// Target is a query of Grafana's data source for Prometheus.
interface Target {
  refId: string;
  datasource: { type: 'prometheus'; uid: string };
  editorMode: 'code';
  expr: string;
  legendFormat?: string;
  format?: 'table' | 'time_series' | 'heatmap';
  instant: boolean;
  range: boolean;
}

type Panel<Type extends string, Options, Custom = never> = Omit<Plain<AnyPanel>, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
  type: Type;
  options: Plain<Options>;
  targets: Target[];
  fieldConfig: {
    defaults: Omit<Plain<FieldConfig>, 'custom'> & { custom?: Plain<Custom> };
    overrides: Array<{ matcher: { id: string; options: string }; properties: Array<{ id: keyof FieldConfig; value: unknown }> }>;
  };
};

export type Dashboard = Omit<Plain<GrafanaDashboard>, 'panels'> & {
  panels: Array<
    | Panel<'bargauge', bargauge.Options>
    | Panel<'stat', stat.Options>
    | Panel<'state-timeline', statetimeline.Options, statetimeline.FieldConfig>
    | Panel<'table', table.Options, table.FieldConfig>
    | Panel<'timeseries', timeseries.Options, timeseries.FieldConfig>
    | (Omit<Plain<RowPanel>, 'type'> & { type: 'row' })
  >;
};
