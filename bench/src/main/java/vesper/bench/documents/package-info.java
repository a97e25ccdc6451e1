/**
 * {@code bench documents}: Vesper's documents beside the stateful services of Xenon.
 *
 * <p>Both are driven by the same program, {@code peers/documents}, in processes of their own that take commands and
 * answer in lines of JSON; nothing of what is measured is on the bench's class path. Stages follow one another, each with
 * the processes that it needs, started several times; within one start, runs are interleaved in random order, as everywhere in the
 * bench.
 *
 * <p>Replicated documents are measured by themselves, on three or five nodes of each, of which one is driven.
 *
 * <p>Start at {@link vesper.bench.documents.DocumentsExperiment}, then {@code DocumentsTrial} and {@code Stages}.
 */
@NullMarked
package vesper.bench.documents;

import org.jspecify.annotations.NullMarked;
