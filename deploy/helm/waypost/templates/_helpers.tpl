{{- define "waypost.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- define "waypost.labels" -}}
app.kubernetes.io/name: waypost
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "waypost.container" -}}
image: {{ include "waypost.image" .root }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
args: [start, --only, {{ .part }}]
envFrom:
  - secretRef: { name: {{ .root.Values.secretName }} }
env:
  {{- range $name, $value := .root.Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
  # Probes and scrapes come from other addresses; the NetworkPolicy says from which.
  - { name: INTERNAL_BIND_ADDRESS, value: 0.0.0.0 }
  {{- include "waypost.database" (dict "secret" (index .root.Values.databaseSecrets .part)) | nindent 2 }}
ports:
  - { name: internal, containerPort: 9090 }
  {{- if ne .part "worker" }}
  - { name: http, containerPort: {{ .port }} }
  {{- end }}
startupProbe:
  httpGet: { path: /livez, port: internal }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /livez, port: internal }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: internal }
  periodSeconds: 2
  # A check of ours takes 1.5 seconds at most.
  timeoutSeconds: 3
  failureThreshold: 1
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  capabilities: { drop: [ALL] }
resources: {{ toYaml .resources | nindent 2 }}
{{- end }}

{{- define "waypost.pod" -}}
serviceAccountName: {{ .root.Release.Name }}
automountServiceAccountToken: false
terminationGracePeriodSeconds: 40
securityContext: { fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
# One node, or one zone, that is lost shall not take them all.
topologySpreadConstraints:
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: { app.kubernetes.io/instance: {{ $.root.Release.Name }}, app.kubernetes.io/component: {{ $.part }} }
  {{- end }}
{{- end }}

{{- define "waypost.database" -}}
{{- if .secret }}
{{- range $name := list "DATABASE_URL" "DATABASE_DIRECT_URL" }}
- name: {{ $name }}
  valueFrom: { secretKeyRef: { name: {{ $.secret }}, key: {{ $name }} } }
{{- end }}
- name: LEDGER_DATABASE_URLS
  valueFrom: { secretKeyRef: { name: {{ $.secret }}, key: LEDGER_DATABASE_URLS, optional: true } }
{{- end }}
{{- end }}
