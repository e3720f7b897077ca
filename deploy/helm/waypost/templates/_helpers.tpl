{{- define "waypost.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
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
ports:
  - { name: internal, containerPort: 9090 }
  {{- if ne .part "worker" }}
  - { name: http, containerPort: {{ .port }} }
  {{- end }}
livenessProbe:
  httpGet: { path: /livez, port: internal }
  periodSeconds: 10
readinessProbe:
  httpGet: { path: /readyz, port: internal }
  periodSeconds: 2
  failureThreshold: 1
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  capabilities: { drop: [ALL] }
resources: {{ toYaml .resources | nindent 2 }}
{{- end }}
