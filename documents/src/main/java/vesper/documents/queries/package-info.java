/**
 * Queries over JSON documents, in the language in which records are searched.
 *
 * <p>A {@link vesper.documents.queries.Query} has two forms that find the same: one over an index of a collection's
 * current versions ({@link vesper.documents.queries.QueryIndex}), and a
 * {@link vesper.documents.queries.DocumentMatch} that looks at one version of a document, for collections in memory, for
 * feeds and for old versions. Both see what {@code DocumentWalk} shows of a document and nothing else. The index lags
 * behind the writes and says by how much; it can be deleted at any time, since it is made of the documents alone.
 *
 * <p>Start at {@link vesper.documents.queries.Query} and {@link vesper.documents.queries.Search};
 * {@code docs/guide/querying-documents.md} teaches the language, {@code docs/formats/document-index.md} lists what is in
 * the index. Built on Lucene. Knows nothing of how documents are stored.
 */
@NullMarked
package vesper.documents.queries;

import org.jspecify.annotations.NullMarked;
