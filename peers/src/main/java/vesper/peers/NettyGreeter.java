package vesper.peers;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;

/** Answers each request head as it arrives and flushes once per read, so that pipelined responses are sent together. */
final class NettyGreeter extends ChannelInboundHandlerAdapter {
    private final DateField date;

    NettyGreeter(DateField date) {
        this.date = date;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest request) answer(context, request);
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        var _ = context.close();
    }

    private void answer(ChannelHandlerContext context, HttpRequest request) {
        FullHttpResponse response = request.uri().equals(Greeting.PATH) ? greeting() : notFound();
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        HttpUtil.setKeepAlive(response.headers(), request.protocolVersion(), keepAlive);
        if (keepAlive) {
            var _ = context.write(response, context.voidPromise());
        } else {
            var _ = context.write(response).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private FullHttpResponse greeting() {
        byte[] body = Greeting.ok().json();
        var response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, Unpooled.wrappedBuffer(body));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, Greeting.CONTENT_TYPE)
                .setInt(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.DATE, date.text());
        return response;
    }

    private static FullHttpResponse notFound() {
        var response =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND, Unpooled.EMPTY_BUFFER);
        response.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
        return response;
    }
}
