package vesper.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our HTTP/2 client with a server other than ours. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class Http2InteropTest {
    private static final int LARGEST = 4 << 20;

    /** Starts a Netty server that echoes requests. */
    private static Channel echo(MultiThreadIoEventLoopGroup group) throws InterruptedException {
        return new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forServer()
                                        .initialSettings(Http2Settings.defaultSettings()
                                                .maxConcurrentStreams(20)
                                                .initialWindowSize(100_000))
                                        .build())
                                .addLast(new Http2MultiplexHandler(stream()));
                    }
                })
                .bind(InetAddress.getLoopbackAddress(), 0)
                .sync()
                .channel();
    }

    private static ChannelInitializer<Channel> stream() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.pipeline()
                        .addLast(new Http2StreamFrameToHttpObjectCodec(true))
                        .addLast(new HttpObjectAggregator(LARGEST))
                        .addLast(new SimpleChannelInboundHandler<FullHttpRequest>() {
                            @Override
                            protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
                                FullHttpResponse answer = new DefaultFullHttpResponse(
                                        HttpVersion.HTTP_1_1,
                                        HttpResponseStatus.OK,
                                        request.content().retain());
                                answer.headers().set("x-asked", request.method() + " " + request.uri());
                                answer.headers()
                                        .set(
                                                "x-sent",
                                                String.valueOf(request.headers().get("x-mine")));
                                var _ = context.writeAndFlush(answer);
                            }
                        });
            }
        };
    }

    @Test
    void nettys_server_and_our_client_understand_each_other() throws Exception {
        MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try (HttpClient client = HttpClient.builder()
                .protocol(ClientProtocol.HTTP2)
                .limits(ClientLimits.DEFAULTS.withConnections(3))
                .build()) {
            int port = ((InetSocketAddress) echo(group).localAddress()).getPort();
            Random random = new Random(7);
            List<byte[]> sent = new ArrayList<>();
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                byte[] content = new byte[random.nextInt(i % 20 == 0 ? 1 << 20 : 3000)];
                random.nextBytes(content);
                ClientRequest request = ClientRequest.put("http://127.0.0.1:" + port + "/call/" + i + "?a=%20")
                        .header("X-Mine", "value " + i % 7);
                sent.add(content);
                calls.add(client.send(i % 2 == 0 ? request.body(content) : request.writing(out -> out.write(content))));
            }
            for (int i = 0; i < calls.size(); i++) {
                ClientResponse answer = calls.get(i).get(20, TimeUnit.SECONDS);
                assertThat(answer.header("x-asked")).hasValue("PUT /call/" + i + "?a=%20");
                assertThat(answer.header("x-sent")).hasValue("value " + i % 7);
                assertThat(answer.body()).isEqualTo(sent.get(i));
            }
            assertThat(client.connections()).isBetween(1, 3);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }
}
