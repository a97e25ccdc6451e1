/**
 * Sealed blocks: a few hundred records each, stored by column and compressed, with a filter of the words in them.
 *
 * <p>Start at {@link Block} and {@link BlockWriter}; {@code docs/formats/blocks.md} describes the bytes. This package
 * knows values and words, not what a record means.
 */
@NullMarked
package vesper.records.blocks;

import org.jspecify.annotations.NullMarked;
