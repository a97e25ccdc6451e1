/**
 * {@code bench documents}: a comparison of Vesper's documents with Xenon's stateful services.
 *
 * <p>The same program, {@code peers/documents}, drives both in separate processes. They take commands and answer in
 * lines of JSON; no measured code is on the bench's class path. The experiment consists of stages, each with the
 * processes that it needs, which are started several times. Within a start, runs are interleaved in random order, as in
 * all experiments.
 *
 * <p>Replicated documents are a separate experiment, with three or five nodes of each system, one of which is driven.
 *
 * <p>Start at {@link vesper.bench.documents.DocumentsExperiment}, then {@code StageRunner} and {@code Stages}.
 */
@NullMarked
package vesper.bench.documents;

import org.jspecify.annotations.NullMarked;
