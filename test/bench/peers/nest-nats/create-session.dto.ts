import { IsInt, IsNotEmpty, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from "class-validator";

export class CreateSessionDto {
  @IsString() @IsNotEmpty() declare visitorId: string;
  @IsString() @IsNotEmpty() declare landingPage: string;
  @IsOptional() @IsString() @MaxLength(50) declare consentAnalytics?: string;
  @IsOptional() @IsUUID() declare bioPageId?: string;
  @IsOptional() @IsUUID() declare creatorId?: string;
  @IsOptional() @IsString() declare referrer?: string;
  @IsOptional() @IsString() declare utmSource?: string;
  @IsOptional() @IsString() declare utmMedium?: string;
  @IsOptional() @IsString() declare utmCampaign?: string;
  @IsOptional() @IsString() declare utmTerm?: string;
  @IsOptional() @IsString() declare utmContent?: string;
  @IsOptional() @IsString() declare device?: string;
  @IsOptional() @IsString() declare browser?: string;
  @IsOptional() @IsString() declare os?: string;
  @IsOptional() @IsString() @MaxLength(20) declare osVersion?: string;
  @IsOptional() @IsInt() @Min(0) @Max(7680) declare screenWidth?: number;
  @IsOptional() @IsInt() @Min(0) @Max(7680) declare screenHeight?: number;
  @IsOptional() @IsString() @MaxLength(20) declare connectionType?: string;
  @IsOptional() @IsString() @MaxLength(50) declare timezone?: string;
  @IsOptional() @IsString() declare language?: string;
  @IsOptional() @IsString() declare trackingToken?: string;
}
