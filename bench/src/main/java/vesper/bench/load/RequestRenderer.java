package vesper.bench.load;

import java.nio.ByteBuffer;
import java.util.List;

/** Chooses and renders the requests of one thread. */
final class RequestRenderer {
    private static final int MIN_BYTES = 64 * 1024;

    private final List<RequestForm> forms;
    /** Sum of the weights of each form and all forms before it. */
    private final int[] weightsUpTo;

    private final RenderContext draw;
    private final ByteBuffer body;
    private final ByteBuffer requests;

    RequestRenderer(List<RequestForm> forms, Mix mix, Share share) {
        this.forms = forms;
        this.weightsUpTo = new int[forms.size()];
        this.draw = new RenderContext(mix.seed(), share);
        int all = 0;
        for (int i = 0; i < weightsUpTo.length; i++) {
            all = Math.addExact(all, mix.requests().get(i).weight());
            weightsUpTo[i] = all;
        }
        int most = forms.stream().mapToInt(RequestForm::maxBytes).max().orElse(0);
        this.body = ByteBuffer.allocate(most);
        this.requests = ByteBuffer.allocateDirect(Math.max(MIN_BYTES, most));
    }

    /** Draws the next request at random and returns the index of its form. */
    int choose() {
        if (weightsUpTo.length == 1) return 0;
        int drawn = draw.random().nextInt(weightsUpTo[weightsUpTo.length - 1]);
        int low = 0;
        int high = weightsUpTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (drawn < weightsUpTo[middle]) high = middle;
            else low = middle + 1;
        }
        return low;
    }

    boolean isHead(int form) {
        return forms.get(form).isHead();
    }

    /** Returns the empty buffer that {@link #render} fills. */
    ByteBuffer reset() {
        return requests.clear();
    }

    /**
     * Renders a request into the buffer.
     *
     * @return false if there may not be enough room
     */
    boolean render(int form) {
        RequestForm chosen = forms.get(form);
        if (requests.remaining() < chosen.maxBytes()) return false;
        draw.advance();
        chosen.render(draw, body, requests);
        return true;
    }
}
