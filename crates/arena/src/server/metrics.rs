//! Counters of a server, in Prometheus' text form.

use prometheus::{
    Encoder, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};
use std::time::Duration;

/// Bounds of the latency histogram in seconds, from a cached table to an upload.
const SECONDS: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0];

/// What a server counts.
pub struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    latency: HistogramVec,
    batches: IntCounterVec,
    uploads: IntCounterVec,
    /// Pairs whose results were written through this server.
    pub pairs: IntCounter,
    /// Streams of events that are open.
    pub watchers: IntGauge,
    /// Connections that are open.
    pub connections: IntGauge,
}

impl Metrics {
    pub fn new() -> Result<Self, prometheus::Error> {
        let registry = Registry::new();
        let counter = |name: &str, help: &str, labels: &[&str]| {
            let counter = IntCounterVec::new(Opts::new(name, help), labels)?;
            registry.register(Box::new(counter.clone()))?;
            Ok::<_, prometheus::Error>(counter)
        };
        let gauge = |name: &str, help: &str| {
            let gauge = IntGauge::new(name, help)?;
            registry.register(Box::new(gauge.clone()))?;
            Ok::<_, prometheus::Error>(gauge)
        };
        let requests =
            counter("landgrab_requests_total", "Requests by route, method and status", &["route", "method", "status"])?;
        let batches = counter("landgrab_batches_total", "Batches: given, finished, lost", &["what"])?;
        let uploads = counter("landgrab_uploads_total", "Uploads: received, in, failed", &["what"])?;
        let options = HistogramOpts::new("landgrab_request_seconds", "Time until the answer began, by route");
        let latency = HistogramVec::new(options.buckets(SECONDS.to_vec()), &["route"])?;
        registry.register(Box::new(latency.clone()))?;
        let pairs = IntCounter::new("landgrab_pairs_total", "Pairs whose results were written")?;
        registry.register(Box::new(pairs.clone()))?;
        let watchers = gauge("landgrab_watchers", "Streams of events that are open")?;
        let connections = gauge("landgrab_connections", "Connections that are open")?;
        Ok(Self { registry, requests, latency, batches, uploads, pairs, watchers, connections })
    }

    pub fn request(&self, route: &str, method: &str, status: u16, took: Duration) {
        self.requests.with_label_values(&[route, method, &status.to_string()]).inc();
        self.latency.with_label_values(&[route]).observe(took.as_secs_f64());
    }

    pub fn batch(&self, what: &str) {
        self.batches.with_label_values(&[what]).inc();
    }

    pub fn upload(&self, what: &str) {
        self.uploads.with_label_values(&[what]).inc();
    }

    /// All of it as text.
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        // Writing to memory does not fail.
        let _ = TextEncoder::new().encode(&self.registry.gather(), &mut text);
        String::from_utf8(text).unwrap_or_default()
    }
}
