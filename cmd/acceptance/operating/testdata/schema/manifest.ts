// The types of Kubernetes' own API, and of the Prometheus Operator's, by kind. TestManifestsMatchKubernetesTypes checks
// our manifests against them.
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { IService } from 'kubernetes-models/v1/Service';
import type { IServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import type { IServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor';

export type Manifest = ICronJob | IDeployment | IPodDisruptionBudget | IConfigMap | IService | IServiceAccount
  | INetworkPolicy | IServiceMonitor | IPrometheusRule;
