package vesper.bench.instrument;

/**
 * What an answer is like, without what it says.
 *
 * @param bytes of its body
 */
record AnswerForm(int status, long bytes) {
    boolean isError() {
        return status >= 400;
    }
}
